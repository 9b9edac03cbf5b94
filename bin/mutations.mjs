import { parseSync, Visitor } from 'rolldown/utils'

const swapped = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

/** Every way to change one thing in a file of TypeScript: where it stands, what it is, and what takes its place. */
export function changesOf(name, text) {
  const changes = []
  const add = ({ start, end }, to) => changes.push({ start, end, from: text.slice(start, end), to })
  const words = ({ start, end }) => text.slice(start, end)
  const negate = ({ test }) => test && add(test, `!(${words(test)})`)
  const operator = ({ left, right, operator }) => {
    if (!(operator in swapped)) return
    // Beside another operator without brackets, `??` is no code.
    if (operator === '??')
      return changes.push({
        start: left.start,
        end: right.end,
        from: '??',
        to: `((${words(left)}) && (${words(right)}))`,
      })
    const at = left.end + text.slice(left.end, right.start).indexOf(operator)
    add({ start: at, end: at + operator.length }, swapped[operator])
  }
  const answer = (node) => node && !/^(?:undefined|null)$/.test(words(node)) && add(node, '(undefined as never)')
  // Names of modules, of properties and of types are not values.
  const fixed = new Set()
  new Visitor({
    ImportDeclaration: ({ source }) => fixed.add(source.start),
    ExportNamedDeclaration: ({ source }) => source && fixed.add(source.start),
    ImportExpression: ({ source }) => fixed.add(source.start),
    TSLiteralType: ({ literal }) => fixed.add(literal.start),
    Property: ({ key }) => fixed.add(key.start),
    IfStatement: negate,
    ConditionalExpression: negate,
    WhileStatement: negate,
    BinaryExpression: operator,
    LogicalExpression: operator,
    UnaryExpression: (node) => node.operator === '!' && add(node, words(node.argument)),
    ReturnStatement: ({ argument }) => answer(argument),
    ArrowFunctionExpression: ({ body }) => body.type !== 'BlockStatement' && answer(body),
    ExpressionStatement: (node) => /^(?:Call|Await)Expression$/.test(node.expression.type) && add(node, ';'),
    ArrayExpression: (node) => node.elements.length > 0 && add(node, '[] as never[]'),
    Literal: (node) => {
      if (fixed.has(node.start)) return
      if (typeof node.value === 'number') add(node, String(node.value + 1))
      if (typeof node.value === 'boolean') add(node, String(!node.value))
      // What people read is checked where it is shown.
      if (typeof node.value === 'string' && !/[а-яё]/i.test(node.value))
        add(node, node.value === '' ? "'changed'" : "''")
    },
  }).visit(parseSync(name, text).program)
  return changes.sort((a, b) => a.start - b.start)
}
