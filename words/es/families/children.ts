export const yourChildren = {
  loading: 'Cargando la lista de sus niños',
  failed: 'No pudimos cargar la lista de sus niños',
}
export const bookForSeveral = 'Reservar para varios niños'
export const addChild = 'Agregar un niño'
export const add = 'Agregar'
export const inviteGuardian = 'Invitar a un tutor'
export const noChildrenYet = 'Aún no ha agregado niños'
export const addYourChildren =
  'Agregue a sus niños para reservar citas para cada uno. Si no agrega ninguno, las citas quedan a su nombre.'
export const isOnYourList = (name: string) => `${name} está en su lista`
export const isBackOnYourList = (name: string) => `${name} está de nuevo en su lista`
export const showAll = (n: number) => `Mostrar los ${n} niños`
export const archived = 'Archivados'
export const archivedChildren = (n: number) => `Archivados (${n})`
export const bringBack = 'Recuperar'
export const bringBackChild = (name: string) => `Recuperar a ${name}`
export const bornWithAge = (day: string, age: string) => `Fecha de nacimiento: ${day} · ${age}`
export const manage = 'Administrar'
export const manageChild = (name: string) => `Administrar los datos de ${name}`
export const editChild = (name: string) => `Editar los datos de ${name}`
export const removeChild = (name: string) => `Quitar a ${name}`
export const book = 'Reservar'
export const bookFor = (name: string) => `Reservar para ${name}`
export const isSaved = (name: string) => `Se guardaron los datos de ${name}`
export const isRemoved = (name: string) => `Se quitó a ${name} de su lista`
export const isArchived = (name: string) => `Se archivó a ${name}`
export const undo = 'Deshacer'
export const seeAppointments = 'Ver las citas'
export const loadingGuardiansOf = (name: string) => `Cargando la lista de tutores de ${name}`
