export const linkIncomplete = 'This link is incomplete'
export const linkInvalid = 'This link is invalid'
export const chooseLanguageFromList = 'Choose a language from the list'
