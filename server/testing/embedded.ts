import type { EmbeddedProviders } from '../routes/config.ts'

/** The stand-ins in a test's `/config`; none of them runs. */
export const EMBEDDED: Required<EmbeddedProviders> = {
  identity: {
    mode: 'emulator',
    apiKey: 'test',
    authDomain: 'localhost',
    projectId: 'demo-test',
  },
  payments: { publishableKey: 'pk_test_of_the_tests', scriptUrl: '/sandbox/stripe.js' },
}
