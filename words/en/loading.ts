export const whyNotLoaded =
  'Your connection may be weak, or the site may have been updated since you opened this page.'
export const partDidNotLoad = 'Part of this page didn’t load.'
export const tryAgain = 'Try again'
export const reload = 'Reload'
