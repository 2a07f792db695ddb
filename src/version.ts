/** The package's version, which a script file cannot look up; a test holds it against package.json. */
export const version = '0.1.0';
