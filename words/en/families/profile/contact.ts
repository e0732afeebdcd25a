export const title = 'Contact for bookings'
export const explanation =
  'We fill this in when you book. Until you save it here, we use what you gave us last time.'
export const didNotLoad = 'We couldn’t load your contact'
export const loading = 'Loading your contact'
export const saved = 'Contact saved'
export const phone = 'Phone for bookings'
export const address = 'Address for bookings'
export const save = 'Save contact'
