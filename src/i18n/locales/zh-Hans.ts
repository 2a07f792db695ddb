import type { BankWords, Direction, FrameWords, Messages, SavedWords } from '../messages.js';

export const code = 'zh-Hans';
export const direction: Direction = 'ltr';

export const form: Messages = {
  labels: { number: '卡号', expiry: '有效期', cvc: '安全码（CVV）', name: '持卡人姓名' },
  expiryPlaceholder: 'MM / YY',
  cvcHint: (digits) => `${digits} 位数字`,
  form: '银行卡支付',
  accepted: '支持的银行卡',
  networks: {
    mada: 'mada',
    visa: 'Visa',
    master: '万事达',
    amex: '美国运通',
    unionpay: '银联',
  },
  // A blank stands between Latin letters and Chinese ones only.
  cardIs: (network) => `${network}${/[a-z]$/i.test(network) ? ' ' : ''}卡`,
  pay: (amount) => `支付 ${amount}`,
  riyals: '沙特里亚尔',
  payNow: '支付',
  paying: '正在处理…',
  redirecting: '正在跳转到银行页面…',
  loading: '正在加载支付表单…',
  testMode: '测试模式：不会产生真实扣款。',
  problems: {
    number: {
      empty: '请输入卡号。',
      incomplete: '您的卡号不完整。',
      too_long: '卡号位数过多。',
      luhn: '请检查您的卡号。',
      unsupported: '此处不支持这张卡，请换一张卡。',
    },
    expiry: {
      empty: '请输入有效期。',
      incomplete: '请输入月份和年份。',
      month: '月份应为 01 至 12。',
      past: '这张卡已过期。',
      too_far: '请检查年份。',
      invalid: '请输入月份和年份。',
    },
    cvc: {
      empty: '请输入安全码。',
      incomplete: '安全码位数不足。',
      invalid: '安全码位数过多。',
    },
    name: {
      empty: '请输入卡上的姓名。',
      looks_like_number: '这看起来像是卡号，请输入卡上的姓名。',
      invalid: '部分字符无法使用。',
    },
  },
  refused: {
    number: '请检查您的卡号。',
    expiry: '请检查有效期。',
    cvc: '请检查安全码。',
    name: '请检查卡上的姓名。',
  },
  declines: {
    declined: '这笔付款被拒绝。',
    insufficient_funds: '这张卡余额不足。',
    expired_card: '这张卡已过期。',
    limit: '已超出您的卡片限额。',
    not_permitted: '这张卡不能用于此类付款。',
    security_code: '安全码未通过验证。',
    wrong_number: '无法识别此卡号。',
    not_enrolled: '这张卡尚未开通在线支付。请咨询您的银行。',
    authentication: '银行验证未完成。',
    issuer_unavailable: '我们无法连接到您的银行。',
  },
  notCharged: '本次未扣款。',
  tryAgain: '请检查卡片信息，或换一张卡。',
  tryLater: '请稍后重试，或换一张卡。',
  startAnew: '如需支付，请返回商家页面。',
  failed: '付款未完成',
  paid: '已收到付款，谢谢。',
  authorized: '付款已获批准，谢谢。',
  voided: '付款已取消。您的银行将解冻该笔金额，可能需要几天时间。',
  refunded: '这笔付款已办理退款。',
  checking: '我们正在核实您的付款，请勿重复支付。',
  checkingTakes: '可能需要一分钟。',
  uncertain: '我们尚不清楚您的付款是否成功。请勿重复支付，请向商家确认。',
  atBank: '银行正在等待您确认。',
  toBank: '前往银行页面',
  elsewhere: '这笔付款正在另一个窗口中进行，请勿在此重复支付。',
  anotherWay: '换一种方式支付',
  payTwice: '如果第一笔付款也成功，您将支付两次。继续前，请先查看银行消息。',
  payAgain: '是的，再次付款',
  back: '返回',
  lost: '您的付款未成功提交，可重新支付，只会扣款一次。',
  lostAgain: '这次尝试未成功。请重试，只会扣款一次。',
  expired: '付款时间已过。如果您尚未付款，请返回商家页面重新开始。',
  spent: '这笔付款已关闭。您可能已经付款，再次支付前请先向商家确认。',
  closing: (time) => `请在 ${time} 前完成付款，否则需要重新开始。`,
  misconfigured: '此支付表单无法使用。如果您已付款，请勿重复支付，请向商家确认。',
  pageMisconfigured: '此支付页面无法使用。如果您已付款，请勿重复支付，请向商家确认。',
  tooManyTries: '尝试次数过多，请稍后再试。',
  errors: {
    network: '连接失败。请检查网络后重试。',
    api: '支付请求未被受理。请稍后重试。',
    card: '部分卡片信息未被接受。请检查后重试。',
    canceled: '付款已中断。您可以重试。',
    configuration: '商家端出现错误。请稍后重试，或向商家咨询。',
    expired: '这笔付款已结束。请查看银行消息；如果您尚未付款，请重试。',
  },
};

export const bank: BankWords = {
  title: '请在银行页面确认',
  fullPage: '打开完整页面',
  cancel: '关闭',
  loading: '正在打开银行页面…',
  slow: '银行页面似乎无法在此处打开，请打开完整页面。',
  ask: '要离开银行页面吗？付款仍可能成功，因此请勿重复支付。',
  keep: '留下',
  stop: '离开',
};

export const frame: FrameWords = {
  title: '银行卡支付',
  silent: '银行卡表单未能加载。请检查网络后重试。',
  retry: '重试',
};

export const saved: SavedWords = {
  title: '已保存的卡',
  another: '其他卡',
  expired: '已过期',
  unusable: '此处无法使用',
  offer: '保存这张卡，以便下次使用',
  always: '将保存这张卡，以便下次使用。',
};
