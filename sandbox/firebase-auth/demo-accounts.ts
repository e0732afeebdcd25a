export interface DemoAccount {
  email: string
  password: string
  name: string
}

/** The demo accounts that the README publishes. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { email: 'parent@example.com', password: 'parent123', name: 'Paula Parent' },
  { email: 'admin@example.com', password: 'admin123', name: 'Adam Admin' },
]
