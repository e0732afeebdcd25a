export const reminders = {
  title: 'Turn off reminders?',
  lead: 'You’ll still get emails about bookings, payments and changes.',
  button: 'Turn off reminders',
}
export const remindersOff = {
  title: 'Reminders are off',
  lead: 'We won’t remind you of appointments anymore. You can turn reminders back on in your profile.',
}
export const noReminderLink =
  'It’s incomplete or no longer valid. You can turn reminders off in your profile.'
export const nextVisits = {
  title: 'Stop these emails?',
  lead: 'We won’t email you when it is time to book visits for the children in that email. You’ll still get emails about appointments.',
  button: 'Stop these emails',
}
export const nextVisitsOff = {
  title: 'Emails stopped',
  lead: 'We won’t email you about visits to book for the children in that email. If you have an account, you can turn these emails on again in your profile.',
}
export const noNextVisitLink =
  'It’s incomplete or no longer valid. Please call us, and we’ll stop these emails for you.'
export const contactUs = 'Contact us'
