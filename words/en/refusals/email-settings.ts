export const invalidUnsubscribeLink =
  'This link is invalid. Switch reminders off in your profile instead.'
export const invalidStopLink = 'This link is invalid. Please call us, and we’ll stop these emails.'
