export const notPublished = 'The clinic has not published this page.'
