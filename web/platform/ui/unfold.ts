const folded = '[hidden="until-found"]'
const find = (box: Element) => box.dispatchEvent(new Event('beforematch'))

/** Opens a part of the page, if it is folded; what is folded inside it stays as it is. */
export function unfold(part: Element | null): void {
  for (const box of part?.querySelectorAll(`:scope > ${folded}`) ?? []) find(box)
}

/** Opens every fold around an element, so that it can be scrolled to and take the focus. */
export function unfoldAround(element: Element): void {
  for (let box = element.closest(folded); box; box = box.parentElement?.closest(folded) ?? null) find(box)
  for (let box = element.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true
}
