import { useQuery } from '@tanstack/react-query'
import Lock from 'lucide-react/icons/lock'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { accountOptions } from '#web/both/session/account.ts'
import { logOut } from '#web/both/session/log-out.ts'
import { lockScreen, unlockScreen } from '#web/both/session/screen-lock.ts'
import { recentLoginDialog } from '#web/both/sign-in/recent-login.tsx'
import { Button } from '#web/components/button.tsx'
import { IconButton } from '#web/components/icon-button.tsx'
import { LazyComponent } from '#web/components/states/lazy-component.tsx'
import { toast } from '#web/components/toasts.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { useKeyDown } from '#web/lib/use-key-down.ts'
import * as words from '#words/en/account/screen-lock.ts'
import * as signInWords from '#words/en/account/sign-in.ts'
import { useIsLocked, useLockWhenIdle } from './lock.ts'

/**
 * The page's content. While the screen is locked it is removed from the document, and later put back with
 * everything that was typed: docs/requirements.md#screen-lock.
 */
export function ScreenLock({ email, children }: { email: string; children: ReactNode }) {
  const config = useQuery(configOptions())
  const isLocked = useIsLocked(email)
  useLockWhenIdle(config.data?.lockMinutes, email)
  const [page] = useState(createPage)
  // A page that is locked from the beginning loads nothing.
  const [wasOpen, setWasOpen] = useState(!isLocked)
  if (!isLocked && !wasOpen) setWasOpen(true)
  // Must be the same function each time: otherwise each rendering would remove the page from the document and
  // put it back, which loses the focus.
  const attach = useCallback(
    (host: HTMLElement | null) => {
      host?.append(page)
      reopenDialogs(page)
      return () => page.remove()
    },
    [page],
  )
  return (
    <>
      {isLocked ? <Locked email={email} /> : <div className="contents" ref={attach} />}
      {wasOpen && createPortal(children, page)}
    </>
  )
}

function createPage(): HTMLElement {
  const page = document.createElement('div')
  page.className = 'contents'
  return page
}

/** A dialog that was removed from the document is no longer modal when it is put back. */
function reopenDialogs(page: HTMLElement): void {
  for (const dialog of page.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    dialog.removeAttribute('open')
    dialog.showModal()
  }
}

/** A button that locks the screen; Alt+L does the same. */
export function LockButton({ email }: { email: string }) {
  useKeyDown((event) => {
    const { altKey, ctrlKey, metaKey, code } = event
    if (!altKey || ctrlKey || metaKey || code !== 'KeyL') return
    event.preventDefault()
    lockScreen(email)
  })
  return (
    <IconButton
      label={words.lock}
      Icon={Lock}
      aria-keyshortcuts="Alt+L"
      title={words.lockByKey}
      onClick={() => lockScreen(email)}
    />
  )
}

function Locked({ email }: { email: string }) {
  const [isUnlocking, setUnlocking] = useState(false)
  const account = useQuery({ ...accountOptions(email), enabled: isUnlocking })

  // The page's shortcuts still listen while the page is not in the document.
  useEffect(() => {
    toast.dismissAll()
    function keepFromPage(event: KeyboardEvent) {
      const { target } = event
      const isOurs = target instanceof Element && target.closest('[data-lock]') !== null
      if (!isOurs) event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', keepFromPage, { capture: true })
    return () => window.removeEventListener('keydown', keepFromPage, { capture: true })
  }, [])

  return (
    <div data-lock>
      <section
        aria-labelledby="locked"
        className="leaf mx-auto mt-12 grid max-w-md gap-4 bg-base-100 p-8 text-center shadow-soft"
      >
        <Lock aria-hidden="true" size={32} className="mx-auto" />
        <h1 id="locked" className="text-2xl">
          {words.locked}
        </h1>
        <p className="text-muted wrap-anywhere">{email}</p>
        <p>{words.typedIsKept}</p>
        <Button
          autoFocus
          busy={isUnlocking && account.isPending}
          onClick={() => {
            setUnlocking(true)
            if (account.isError) void account.refetch()
          }}
        >
          {words.unlock}
        </Button>
        {account.isError && isUnlocking && (
          <p role="alert" className="font-semibold text-error">
            {account.error.message} {words.canTryAgain}
          </p>
        )}
        <Button
          look="quiet"
          onClick={() => {
            unlockScreen()
            void logOut()
          }}
        >
          {signInWords.logOut}
        </Button>
      </section>
      {isUnlocking && account.data && (
        <LazyComponent
          chunk={recentLoginDialog}
          props={{
            account: account.data,
            why: words.isLocked,
            request: words.beforeGoingOn,
            onDone: unlockScreen,
            onCancel: () => setUnlocking(false),
          }}
          waiting={null}
        />
      )}
    </div>
  )
}
