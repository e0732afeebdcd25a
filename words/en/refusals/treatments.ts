export const tooManyPages = 'Too many pages are open at once from your network.'
