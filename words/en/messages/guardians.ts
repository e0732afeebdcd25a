export const chooseAtLeastOneChild = 'Choose at least one child'
export const chooseChildrenFromYourList = 'Choose children from your list'
export const chooseEachChildOnce = 'Choose each child once'
export const birthDateIsRequired = 'Birth date is required'
