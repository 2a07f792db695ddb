export default {
  // The imports end in .js, as Node wants them; the files are TypeScript.
  webpack: (config) => {
    config.resolve.extensionAlias = { '.js': ['.ts', '.js'] };
    return config;
  },
};
