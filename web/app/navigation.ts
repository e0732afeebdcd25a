/** The header's links, with the words of spec section 2. */
export const navigation = [
  { label: 'Home', to: '/' },
  { label: 'About Us', to: '/about' },
  { label: 'Appointment', to: '/appointment' },
  { label: 'Contact Us', to: '/contactus' },
] as const

export const dashboardLink = { label: 'Dashboard', to: '/dashboard' } as const
