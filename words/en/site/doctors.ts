export const title = 'Our Doctors'
export const choseChildren =
  'Everyone here chose to work with children. Get to know us before your visit, so you’ll see familiar faces.'
export const notLoaded = 'We couldn’t load our doctors'
export const meetThemSoon = 'Meet our doctors soon'
export const loading = 'Loading doctors'
export const onNetwork = (name: string, network: string) => `${name} on ${network}`
