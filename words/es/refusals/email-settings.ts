export const invalidUnsubscribeLink =
  'Este enlace no es válido. Desactive los recordatorios en su perfil.'
export const invalidStopLink =
  'Este enlace no es válido. Por favor, llámenos y dejaremos de enviarle estos correos.'
