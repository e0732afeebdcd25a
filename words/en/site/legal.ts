export const notice = 'Notice of Privacy Practices'
export const privacy = 'Privacy policy'
export const terms = 'Terms of use'
export const nondiscrimination = 'Nondiscrimination notice'
export const languages = 'Help in your language'
export const texts = 'Text message terms'
export const accessibility = 'Accessibility'
export const notLoaded = 'We couldn’t load this page'
export const print = 'Print this page'
export const isFormer = 'This is an earlier version.'
export const isUpcoming = 'This version is not in effect yet.'
export const onlyInEnglish = 'This page is only in English.'
export const isTranslation = 'This is a translation of the English text.'
export const readInEnglish = 'Read the English text'
export const readCurrent = 'Read the version in effect'
export const allVersions = 'All versions'
/** By the state of the version. */
export const describeVersion = {
  upcoming: (version: number, day: string) => `Version ${version}, takes effect on ${day}`,
  current: (version: number, day: string) => `Version ${version}, in effect since ${day}`,
  former: (version: number, day: string) => `Version ${version}, took effect on ${day}`,
}
