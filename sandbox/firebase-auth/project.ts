/** `demo-` projects can never reach Google: the SDKs and the emulator agree on that prefix. */
export const EMULATED_PROJECT_ID = 'demo-sprout'

/** Loopback only: whoever reaches the emulator itself owns every account in it. */
export const EMULATOR_HOST = '127.0.0.1'
