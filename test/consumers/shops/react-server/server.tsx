import { renderToString } from 'react-dom/server';
import { Shop } from './shop';

/** A page of the shop, as a server sends it. */
export const render = (as: string, baseUrl: string) => renderToString(<Shop as={as} baseUrl={baseUrl} />);
