/** Tells the developer something in the console. No payer and no code of the page needs to know it. */
export const adviseDeveloper = (host: Element, advice: string): void => {
  // eslint-disable-next-line no-console -- the developer reads it there
  console.warn(`<${host.localName}>: ${advice}`);
};
