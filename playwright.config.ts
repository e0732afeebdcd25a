import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_FLAGS, findProgram, HEADLESS_CHROMIUM } from './scripts/programs.ts'

// The browser suite runs against the whole site, started as `npm start` does on free ports with
// data of its own (tests/support/global-setup.ts says where, in SPROUT_TEST_URL).
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  globalSetup: './tests/support/global-setup.ts',
  // One more than the cores of a small machine: a page waits as often as it works.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.SPROUT_TEST_URL,
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    // A click waits until its target no longer moves, and axe until nothing does.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace (`--trace on`) takes down every step, which costs a third of the time.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findProgram(HEADLESS_CHROMIUM),
      args: [
        // Keeps Chromium from contacting Google.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        ...CHROMIUM_FLAGS,
      ],
    },
  },
})
