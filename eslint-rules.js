// Screens are read in both directions, so use logical properties (start and end), never left and right.

const utility =
  /(?:^|[\s:!-])-?(?:[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr])(?:-[\w[\]./%-]+)?(?=$|\s)|(?:^|\s|:)(?:text|float|clear)-(?:left|right)(?=$|\s)/;
const property = /^(?:left|right|(?:margin|padding|border)(?:Left|Right).*|border(?:Top|Bottom)(?:Left|Right)Radius)$/;

const message = 'Use logical properties (start and end, inline and block): screens are read in both directions.';

const logicalDirection = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const look = (node, text) => {
      if (utility.test(text)) context.report({ node, message });
    };
    const texts = (node) => {
      if (!node) return;
      if (node.type === 'Literal' && typeof node.value === 'string') look(node, node.value);
      if (node.type === 'TemplateElement') look(node, node.value.raw);
      for (const key of ['expression', 'consequent', 'alternate', 'left', 'right', 'argument', 'object', 'callee'])
        if (node[key]?.type) texts(node[key]);
      for (const key of ['quasis', 'expressions', 'elements', 'arguments']) for (const part of node[key] ?? []) texts(part);
    };
    return {
      JSXAttribute(node) {
        if (/^(?:class|.*[cC]lassName)$/.test(String(node.name.name))) texts(node.value);
        if (node.name.name !== 'style' || node.value?.expression?.type !== 'ObjectExpression') return;
        for (const part of node.value.expression.properties) {
          const name = part.key?.name ?? part.key?.value;
          if (property.test(String(name))) context.report({ node: part, message });
          if (name === 'textAlign' && /^(?:left|right)$/.test(String(part.value?.value))) context.report({ node: part, message });
        }
      },
    };
  },
};

export const houseRules = { rules: { 'logical-direction': logicalDirection } };
