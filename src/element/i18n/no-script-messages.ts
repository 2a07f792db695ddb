/** Shown in a server-rendered form where scripts are off. By the code of the locale. */
export const noScriptMessages: Readonly<Record<string, string>> = {
  en: 'To pay by card here, turn on JavaScript and reload the page.',
  ar: 'للدفع بالبطاقة هنا، فعّل JavaScript ثم أعد تحميل الصفحة.',
  de: 'Um hier mit Karte zu zahlen, aktivieren Sie JavaScript und laden Sie die Seite neu.',
  es: 'Para pagar aquí con tarjeta, active JavaScript y vuelva a cargar la página.',
  fa: 'برای پرداخت با کارت در اینجا، JavaScript را فعال کنید و صفحه را دوباره بارگذاری کنید.',
  fr: 'Pour payer ici par carte, activez JavaScript et rechargez la page.',
  hi: 'यहाँ कार्ड से भुगतान करने के लिए JavaScript चालू करें और पेज फिर से लोड करें।',
  id: 'Untuk membayar dengan kartu di sini, aktifkan JavaScript lalu muat ulang halaman.',
  tr: 'Burada kartla ödemek için JavaScript’i açın ve sayfayı yeniden yükleyin.',
  ur: 'یہاں کارڈ سے ادائیگی کے لیے JavaScript آن کریں اور صفحہ دوبارہ لوڈ کریں۔',
  'zh-Hans': '要在此处使用银行卡付款，请启用 JavaScript 并重新加载页面。',
};
