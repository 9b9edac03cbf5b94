/** The words that all dialogs and busy or failed parts of pages share. */
export const words = {
  cancel: 'Отмена',
  /** Where there is nothing to do, or nothing any more. */
  close: 'Закрыть',
  /** Where leaving loses what the person has not saved. */
  stay: 'Остаться',
  forever: 'Отменить это нельзя.',
  busy: 'Подождите…',
  repeat: 'Повторить',
}

/** What closes a question without its act. Beside «Отменить запись» the word «Отмена» would say the same. */
export const cancelOf = (act: string): string => (act.startsWith('Отменить') ? words.close : words.cancel)
