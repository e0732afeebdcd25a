/** The pages of the dashboard, with the titles of spec section 2; `:id` stands for any one part. */
export const dashboardPages = [
  { path: '/dashboard', title: 'My Appointments' },
  { path: '/dashboard/history', title: 'My History' },
  { path: '/dashboard/review', title: 'My Review' },
  { path: '/dashboard/profile', title: 'My Profile' },
  { path: '/dashboard/appointment/:id', title: 'Payment' },
  { path: '/dashboard/users', title: 'All Users' },
  { path: '/dashboard/adddoctor', title: 'Add a Doctor' },
  { path: '/dashboard/managedoctors', title: 'Manage Doctors' },
  { path: '/dashboard/audit', title: 'Audit Log' },
] as const
