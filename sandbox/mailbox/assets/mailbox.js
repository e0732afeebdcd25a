// Times in the reader's zone and language, and frames as high as their emails.

const inOwnZone = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
for (const time of document.querySelectorAll('time')) {
  time.textContent = inOwnZone.format(new Date(time.dateTime))
}

for (const frame of document.querySelectorAll('iframe')) {
  const resize = () => {
    // A content is never measured as lower than its frame.
    frame.style.height = '0'
    const content = frame.contentDocument?.documentElement
    frame.style.height = content ? `${content.scrollHeight}px` : ''
  }
  frame.addEventListener('load', resize)
  window.addEventListener('resize', resize)
  resize()
}
