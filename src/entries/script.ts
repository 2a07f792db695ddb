/** The entry of the script file: it registers, and leaves no name in the page. */
import './index.js';
