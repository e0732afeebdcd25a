export const reminders = {
  title: '¿Desactivar los recordatorios?',
  lead: 'Seguirá recibiendo correos sobre reservas, pagos y cambios.',
  button: 'Desactivar los recordatorios',
}
export const remindersOff = {
  title: 'Los recordatorios están desactivados',
  lead: 'Ya no le recordaremos sus citas. Puede volver a activar los recordatorios en su perfil.',
}
export const noReminderLink =
  'Está incompleto o ya no es válido. Puede desactivar los recordatorios en su perfil.'
export const nextVisits = {
  title: '¿Dejar de recibir estos correos?',
  lead: 'No le escribiremos cuando sea momento de reservar visitas para los niños que menciona ese correo. Seguirá recibiendo correos sobre las citas.',
  button: 'Dejar de recibir estos correos',
}
export const nextVisitsOff = {
  title: 'Ya no recibirá estos correos',
  lead: 'No le escribiremos sobre visitas por reservar para los niños que menciona ese correo. Si tiene una cuenta, puede volver a activar estos correos en su perfil.',
}
export const noNextVisitLink =
  'Está incompleto o ya no es válido. Llámenos y dejaremos de enviarle estos correos.'
export const contactUs = 'Contáctenos'
