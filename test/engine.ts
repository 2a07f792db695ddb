/** Which engine the tests run in. Ask only where one cannot be asked to do something; see `limitations.ts`. */
export const isChromium = navigator.userAgent.includes('Chrome/');
export const isWebKit = !isChromium && navigator.userAgent.includes('AppleWebKit/');
