export const unexpectedResponse = 'Recibimos una respuesta inesperada. Intente de nuevo.'
export const timeout = 'Nuestro servidor tarda demasiado en responder. Intente de nuevo.'
export const noConnection =
  'No podemos conectarnos con nuestro servidor. Revise su conexión e intente de nuevo.'
export const serverFailed = 'Algo salió mal de nuestro lado. Intente de nuevo.'
