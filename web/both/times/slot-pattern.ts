/** A slot as offered: '09:00 AM - 09:30 AM'. Screens repeat it, so a link must not smuggle in other text. */
export const SLOT = /^(0[1-9]|1[0-2]):[0-5]\d [AP]M - (0[1-9]|1[0-2]):[0-5]\d [AP]M$/
