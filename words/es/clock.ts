/** A time with its article, for sentences: 'la 1:00 p.m.', 'las 2:00 p.m.'. */
export const theTime = (time: string) => (time.startsWith('1:') ? `la ${time}` : `las ${time}`)
