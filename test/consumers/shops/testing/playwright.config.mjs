const { CHROMIUM, CHROMIUM_FLAGS = '[]' } = process.env;

export default {
  testDir: '.',
  testMatch: '*.spec.mjs',
  outputDir: './results',
  reporter: 'line',
  use: { launchOptions: { executablePath: CHROMIUM, args: JSON.parse(CHROMIUM_FLAGS) } },
};
