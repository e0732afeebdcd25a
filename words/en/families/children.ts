export const yourChildren = {
  loading: 'Loading your children',
  failed: 'We couldn’t load your children',
}
export const bookForSeveral = 'Book for several children'
export const addChild = 'Add a child'
export const add = 'Add'
export const inviteGuardian = 'Invite a guardian'
export const noChildrenYet = 'No children yet'
export const addYourChildren =
  'Add your children to book for each of them. Without any, appointments are in your own name.'
export const isOnYourList = (name: string) => `${name} is on your list`
export const isBackOnYourList = (name: string) => `${name} is back on your list`
export const showAll = (n: number) => `Show all ${n} children`
export const archived = 'Archived'
export const archivedChildren = (n: number) => `Archived (${n})`
export const bringBack = 'Bring back'
export const bringBackChild = (name: string) => `Bring back ${name}`
export const bornWithAge = (day: string, age: string) => `Born ${day} · ${age}`
export const manage = 'Manage'
export const manageChild = (name: string) => `Manage ${name}`
export const editChild = (name: string) => `Edit ${name}`
export const removeChild = (name: string) => `Remove ${name}`
export const book = 'Book'
export const bookFor = (name: string) => `Book for ${name}`
export const isSaved = (name: string) => `${name} is saved`
export const isRemoved = (name: string) => `${name} is removed`
export const isArchived = (name: string) => `${name} is archived`
export const undo = 'Undo'
export const seeAppointments = 'See appointments'
export const loadingGuardiansOf = (name: string) => `Loading ${name}’s guardians`
