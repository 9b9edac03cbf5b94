import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './Tooltip.module.css'

type TooltipProps = {
  text: string
  /** One focusable native element with a role: a button, a link, or a span with `role` and `tabIndex={0}`. */
  children: ReactElement<Record<string, unknown>, string>
}

/** Additional text; never the only place for important information. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={120}>
      <Focusable>{children}</Focusable>
      <AriaTooltip className={styles.tooltip ?? ''} offset={8}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
