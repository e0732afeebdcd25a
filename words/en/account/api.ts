export const unexpectedResponse = 'We got an unexpected response. Please try again.'
export const timeout = 'Our server is taking too long to respond. Please try again.'
export const noConnection = 'We can’t reach our server. Check your connection and try again.'
export const serverFailed = 'Something went wrong on our end. Please try again.'
