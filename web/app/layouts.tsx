import type { ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { SkipLink } from '#web/components/skip-link.tsx'
import { logOut } from '../both/session/log-out.ts'
import { Footer, SlimFooter } from './footer.tsx'
import { Header } from './header.tsx'
import { TopBar } from './top-bar.tsx'

interface LayoutProps {
  /** Replaces the page. */
  children?: ReactNode
  footer: ReactNode
  /** On phones the page replaces the bar with the clinic's number and address. */
  isApp?: boolean
}

function Layout({ children = <Outlet />, footer, isApp = false }: LayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <SkipLink />
      <div className={isApp ? 'max-md:hidden' : undefined}>
        <TopBar />
      </div>
      <Header onLogout={logOut} />
      <main id="content" tabIndex={-1} className="flex-1">
        {children}
      </main>
      {footer}
    </div>
  )
}

/** Around the pages of the public site. */
export function PublicLayout() {
  return <Layout footer={<Footer />} />
}

/** Around the account pages: login, booking, dashboard. */
export function AppLayout({ children }: Pick<LayoutProps, 'children'>) {
  return (
    <Layout footer={<SlimFooter />} isApp>
      {children}
    </Layout>
  )
}
