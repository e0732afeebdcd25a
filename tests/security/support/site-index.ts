/** `site.json` of the smallest site that can be served: a home page and a page for what is not there. */
export const SITE_INDEX = JSON.stringify({
  routes: [{ path: '/', file: 'index.html' }],
  notFound: '404.html',
  drawn: [],
  drawing: '.server/prerender.mjs',
})
