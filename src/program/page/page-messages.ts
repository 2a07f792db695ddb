/** What the page says beside the form. */
interface CheckoutPageMessages {
  readonly title: string;
  readonly order: string;
  readonly total: string;
  /** `shop`: its name, where it has one. */
  readonly back: (shop: string | undefined) => string;
  /** The order has a newer link. */
  readonly changed: string;
  /** The link was never one of ours. */
  readonly invalid: string;
  readonly unavailable: string;
}

const en: CheckoutPageMessages = {
  title: 'Payment',
  order: 'Your order',
  total: 'Total',
  back: (shop) => (shop ? `Back to ${shop}` : 'Back to the shop'),
  changed: 'This order has changed since this link was made. Go back to the shop and pay from there.',
  invalid: 'This link can’t be used to pay. Go back to the shop and try again from there.',
  unavailable: 'This page can’t be shown right now. Try again in a moment.',
};

/** By the code of the language. */
const words: Readonly<Record<string, CheckoutPageMessages>> = {
  en,
  ar: {
    title: 'الدفع',
    order: 'طلبك',
    total: 'الإجمالي',
    back: (shop) => (shop ? `العودة إلى ${shop}` : 'العودة إلى المتجر'),
    changed: 'تغيّر هذا الطلب منذ إنشاء هذا الرابط. عُد إلى المتجر وادفع من هناك.',
    invalid: 'لا يمكن استخدام هذا الرابط للدفع. عُد إلى المتجر وحاول من هناك مرة أخرى.',
    unavailable: 'لا يمكن عرض هذه الصفحة الآن. حاول مرة أخرى بعد قليل.',
  },
  de: {
    title: 'Zahlung',
    order: 'Ihre Bestellung',
    total: 'Summe',
    back: (shop) => (shop ? `Zurück zu ${shop}` : 'Zurück zum Shop'),
    changed:
      'Diese Bestellung hat sich geändert, seit dieser Link erstellt wurde. Gehen Sie zurück zum Shop und zahlen Sie von dort.',
    invalid:
      'Mit diesem Link kann nicht gezahlt werden. Gehen Sie zurück zum Shop und versuchen Sie es von dort noch einmal.',
    unavailable: 'Diese Seite kann gerade nicht angezeigt werden. Versuchen Sie es gleich noch einmal.',
  },
  es: {
    title: 'Pago',
    order: 'Su pedido',
    total: 'Total',
    back: (shop) => (shop ? `Volver a ${shop}` : 'Volver a la tienda'),
    changed: 'Este pedido ha cambiado desde que se creó este enlace. Vuelva a la tienda y pague desde allí.',
    invalid: 'Este enlace no sirve para pagar. Vuelva a la tienda e inténtelo de nuevo desde allí.',
    unavailable: 'Esta página no se puede mostrar ahora. Inténtelo de nuevo en un momento.',
  },
  fa: {
    title: 'پرداخت',
    order: 'سفارش شما',
    total: 'جمع',
    back: (shop) => (shop ? `بازگشت به ${shop}` : 'بازگشت به فروشگاه'),
    changed: 'این سفارش پس از ساخت این پیوند تغییر کرده است. به فروشگاه برگردید و از آنجا پرداخت کنید.',
    invalid: 'با این پیوند نمی‌توان پرداخت کرد. به فروشگاه برگردید و از آنجا دوباره تلاش کنید.',
    unavailable: 'این صفحه اکنون نمایش داده نمی‌شود. کمی بعد دوباره تلاش کنید.',
  },
  fr: {
    title: 'Paiement',
    order: 'Votre commande',
    total: 'Total',
    back: (shop) => (shop ? `Retour à ${shop}` : 'Retour à la boutique'),
    changed:
      'Cette commande a changé depuis la création de ce lien. Retournez à la boutique et payez depuis celle-ci.',
    invalid: 'Ce lien ne permet pas de payer. Retournez à la boutique et réessayez depuis celle-ci.',
    unavailable: 'Cette page ne peut pas être affichée pour le moment. Réessayez dans un instant.',
  },
  hi: {
    title: 'भुगतान',
    order: 'आपका ऑर्डर',
    total: 'कुल',
    back: (shop) => (shop ? `${shop} पर वापस जाएँ` : 'दुकान पर वापस जाएँ'),
    changed: 'यह लिंक बनने के बाद ऑर्डर बदल गया है। दुकान पर वापस जाएँ और वहीं से भुगतान करें।',
    invalid: 'इस लिंक से भुगतान नहीं हो सकता। दुकान पर वापस जाएँ और वहीं से फिर कोशिश करें।',
    unavailable: 'यह पेज अभी नहीं दिखाया जा सकता। थोड़ी देर में फिर कोशिश करें।',
  },
  id: {
    title: 'Pembayaran',
    order: 'Pesanan Anda',
    total: 'Total',
    back: (shop) => (shop ? `Kembali ke ${shop}` : 'Kembali ke toko'),
    changed: 'Pesanan ini berubah sejak tautan ini dibuat. Kembali ke toko dan bayar dari sana.',
    invalid: 'Tautan ini tidak bisa dipakai untuk membayar. Kembali ke toko dan coba lagi dari sana.',
    unavailable: 'Halaman ini tidak bisa ditampilkan sekarang. Coba lagi sebentar lagi.',
  },
  tr: {
    title: 'Ödeme',
    order: 'Siparişiniz',
    total: 'Toplam',
    back: (shop) => (shop ? `Geri dön: ${shop}` : 'Mağazaya dön'),
    changed: 'Bu sipariş, bağlantı oluşturulduktan sonra değişti. Mağazaya dönün ve ödemeyi oradan yapın.',
    invalid: 'Bu bağlantıyla ödeme yapılamaz. Mağazaya dönün ve oradan tekrar deneyin.',
    unavailable: 'Bu sayfa şu anda gösterilemiyor. Birazdan tekrar deneyin.',
  },
  ur: {
    title: 'ادائیگی',
    order: 'آپ کا آرڈر',
    total: 'کل',
    back: (shop) => (shop ? `${shop} پر واپس جائیں` : 'دکان پر واپس جائیں'),
    changed: 'یہ لنک بننے کے بعد آرڈر بدل گیا ہے۔ دکان پر واپس جائیں اور وہیں سے ادائیگی کریں۔',
    invalid: 'اس لنک سے ادائیگی نہیں ہو سکتی۔ دکان پر واپس جائیں اور وہیں سے دوبارہ کوشش کریں۔',
    unavailable: 'یہ صفحہ ابھی نہیں دکھایا جا سکتا۔ تھوڑی دیر میں دوبارہ کوشش کریں۔',
  },
  'zh-Hans': {
    title: '付款',
    order: '您的订单',
    total: '合计',
    back: (shop) => (shop ? `返回${shop}` : '返回商店'),
    changed: '此链接生成后订单已更改。请返回商店，从那里付款。',
    invalid: '此链接不能用于付款。请返回商店，从那里重试。',
    unavailable: '此页面暂时无法显示。请稍后重试。',
  },
};

/** English where there are no words for a language. */
export const findPageMessages = (code: string): CheckoutPageMessages => words[code] ?? en;
