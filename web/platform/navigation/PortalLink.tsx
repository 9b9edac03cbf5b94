import { createLink, Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { LinkButton as KitLinkButton, type LinkButtonProps } from '#web/platform/ui/LinkButton.tsx'

type PortalLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  hash?: string
  search?: Record<string, string>
  /** The link is alone and not in text: on a touch screen it is as high as a button. */
  alone?: boolean
}

/** A link within the portal by its full path. */
export function PortalLink({ to, alone, ...rest }: PortalLinkProps) {
  // A link to a parent page is not marked as the current page.
  return <Link to={to} activeOptions={{ exact: true }} data-alone={alone || undefined} {...rest} />
}

const RoutedButton = createLink(KitLinkButton)

/** A link within the portal that looks like a button. */
export function PortalLinkButton({
  to,
  ...rest
}: Omit<LinkButtonProps, 'href'> & {
  to: string
  hash?: string
  search?: Record<string, string>
}) {
  return <RoutedButton to={to} {...rest} />
}
