import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** `default: return value satisfies never`: the types prove that it is never run, so no test can. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'impossible-branches', {
    shouldIgnore({ node }) {
      if (node.type !== 'SwitchCase' || node.test) return undefined;
      const [statement] = node.consequent;
      const isNever =
        statement?.type === 'ReturnStatement' &&
        statement.argument?.type === 'TSSatisfiesExpression' &&
        statement.argument.typeAnnotation.type === 'TSNeverKeyword';
      return isNever ? 'The types prove that this is never run.' : undefined;
    },
  }),
];
