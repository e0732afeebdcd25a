// A file of its own, so that the header of public pages loads no icons.

export const ALL_USERS_LINK = { to: '/dashboard/users', label: 'All users' }
export const ADD_DOCTOR_LINK = { to: '/dashboard/adddoctor', label: 'Add a Doctor' }
export const MANAGE_DOCTORS_LINK = { to: '/dashboard/managedoctors', label: 'Manage Doctors' }
