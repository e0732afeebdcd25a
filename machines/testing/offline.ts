/** What a call fails with in the walks: the server is not there. */
export const OFFLINE = { code: 'offline', message: 'The clinic is offline' }
