const faulty = [
  '[aria-invalid=true]',
  // A list to choose from is a button, and choices are many inputs.
  '[data-invalid] button[aria-haspopup]',
  'fieldset[aria-describedby*="-error"] input',
].join()

/** Moves the focus to the first field with a fault, once the faults are shown. */
export const focusFaultIn = (box: HTMLElement | null) =>
  requestAnimationFrame(() => box?.querySelector<HTMLElement>(faulty)?.focus())
