export const chooseAtLeastOneChild = 'Elija al menos un niño'
export const chooseChildrenFromYourList = 'Elija niños de su lista'
export const chooseEachChildOnce = 'Elija a cada niño una sola vez'
export const birthDateIsRequired = 'Escriba la fecha de nacimiento'
