import { button } from './styles/button.js';
import { fields } from './styles/fields.js';
import { forcedColors } from './styles/forced-colors.js';
import { host } from './styles/host.js';
import { notice } from './styles/notice.js';
import { ownWidth } from './styles/own-width.js';
import { skeleton } from './styles/skeleton.js';

/** Everything that the form and the notice of `<pay-result>` look like. What comes later overrides what came before. */
export const formStyles = [host, ownWidth, fields, button, notice, skeleton, forcedColors] as const;
