/** The header's links: docs/requirements.md#header. */
export const navigation = [
  { label: 'Home', to: '/' },
  { label: 'About Us', to: '/about' },
  { label: 'Appointment', to: '/appointment' },
  { label: 'Contact Us', to: '/contactus' },
] as const

export const dashboardLink = { label: 'Dashboard', to: '/dashboard' } as const
