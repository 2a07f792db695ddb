import { hydrateRoot } from 'react-dom/client';
import { Shop } from './shop';

const root = document.querySelector<HTMLElement>('#app')!;
const { as = '', baseUrl = '' } = root.dataset;

hydrateRoot(root, <Shop as={as} baseUrl={baseUrl} />);
