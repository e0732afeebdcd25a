/** The error of a call in the walks when the server cannot be reached. */
export const OFFLINE = { code: 'offline', message: 'The clinic is offline' }
