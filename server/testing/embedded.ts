import type { EmbeddedProviders } from '../routes/config.ts'

/** What a test's `/config` says of the stand-ins, none of which runs. */
export const EMBEDDED: Required<EmbeddedProviders> = {
  identity: {
    mode: 'emulator',
    apiKey: 'test',
    authDomain: 'localhost',
    projectId: 'demo-test',
  },
  payments: { publishableKey: 'pk_test_of_the_tests', scriptUrl: '/sandbox/stripe.js' },
}
