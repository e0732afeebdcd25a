// Tells the window that opened this one which account was chosen, and closes.
const eventId = new URLSearchParams(location.search).get('eventId')

/** @param {{ account: object } | { cancelled: true }} choice */
function answer(choice) {
  window.opener.postMessage({ kind: 'sprout.google', eventId, ...choice }, location.origin)
  window.close()
}

if (window.opener && eventId) {
  for (const button of document.querySelectorAll('[data-account]')) {
    button.addEventListener('click', () => answer({ account: JSON.parse(button.dataset.account) }))
  }
  document.querySelector('#other').addEventListener('submit', (event) => {
    event.preventDefault()
    const fields = new FormData(event.target)
    answer({
      account: {
        email: fields.get('email').trim().toLowerCase(),
        name: fields.get('name').trim(),
        picture: null,
      },
    })
  })
  document.querySelector('#cancel').addEventListener('click', () => answer({ cancelled: true }))
} else {
  document.querySelector('#no-opener').hidden = false
  for (const control of document.querySelectorAll('button')) control.disabled = true
}
