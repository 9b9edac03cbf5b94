import { unfoldAround } from '#web/platform/ui/unfold.ts'

const faulty = [
  '[aria-invalid=true]',
  // A list to choose from is a button, and choices are many inputs.
  '[data-invalid] button[aria-haspopup]',
  'fieldset[aria-describedby*="-error"] input',
].join()

/** Moves the focus to the first field with a fault, once the faults are shown. Folds around the field open. */
export const focusFaultIn = (box: HTMLElement | null) =>
  requestAnimationFrame(() => {
    const field = box?.querySelector<HTMLElement>(faulty)
    if (!field) return
    unfoldAround(field)
    field.focus()
  })
