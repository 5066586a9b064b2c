/* Greedy playouts of Scopone scientifico in C: each play is at random with chance EPSILON, else Greedy's. Deals a second on one line. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
typedef uint64_t u64;
static const int PRIM[10]={16,12,13,14,15,18,21,10,10,10};
static int VAL[40];
static u64 s[2]={88172645463325252ULL,99};
static inline u64 rnd(void){u64 a=s[0],b=s[1];s[0]=b;a^=a<<23;s[1]=a^b^(a>>17)^(b>>26);return s[1]+b;}
static inline int rn(int n){return (int)(((rnd()>>32)*(u64)n)>>32);}
#define DEN 0x1111111111ULL
#define DECK 0xFFFFFFFFFFULL
#define P __builtin_popcountll
#define Z __builtin_ctzll
static int captures(u64 table,int rank,u64*out){int n=0;u64 same=(table>>(rank*4))&15;
 if(same){for(int k=0;k<4;k++)if(same>>k&1)out[n++]=1ULL<<(rank*4+k);return n;}
 u64 low=table&((1ULL<<(rank*4))-1);if(P(low)<2)return 0;
 int cards[40],m=0;for(u64 t=low;t;t&=t-1)cards[m++]=Z(t);
 int st[20],d=0,sum=0,i=0;u64 mask=0;
 for(;;){ if(i<m&&sum+(cards[i]>>2)+1<=rank+1){int v=(cards[i]>>2)+1;st[d++]=i;sum+=v;mask|=1ULL<<cards[i];
   if(sum==rank+1){if(d>=2&&n<64)out[n++]=mask;d--;sum-=v;mask&=~(1ULL<<cards[i]);i++;}else i++;}
  else{if(!d)break;i=st[--d];sum-=(cards[i]>>2)+1;mask&=~(1ULL<<cards[i]);i++;}}
 return n;}
static int prim(u64 m){int t=0;for(int k=0;k<4;k++){int b=0;for(int r=0;r<10;r++)if(m>>(r*4+k)&1&&PRIM[r]>b)b=PRIM[r];if(!b)return 0;t+=b;}return t;}
static int tsum(u64 t){int x=0;for(;t;t&=t-1)x+=(Z(t)>>2)+1;return x;}
static int vsum(u64 t){int x=0;for(;t;t&=t-1)x+=VAL[Z(t)];return x;}
static int greedy(u64 hand,u64 table,u64 unknown,int last,u64*cap,u64*taken){int best=-10000000,bc=-1;
 for(u64 h=hand;h;h&=h-1){int c=Z(h);u64 b=1ULL<<c;int n=captures(table,c>>2,cap);
  for(int j=0;j<(n?n:1);j++){u64 m=n?cap[j]:0,after=n?table&~m:table|b;int sc;
   if(n&&!after&&!last)sc=1000000+VAL[c];
   else{int ts=tsum(after);int safe=!(ts<=10&&ts>0&&(unknown&(15ULL<<(4*(ts-1)))));
    sc=!safe?-VAL[c]:n?110000+vsum(m|b):100000-VAL[c];}
   if(sc>best){best=sc;bc=c;*taken=m;}}}
 return bc;}
#define SG(a,b) (((a)>(b))-((a)<(b)))
int main(int argc,char**argv){int N=300000;double eps=argc>1?atof(argv[1]):0.3;u64 limit=(u64)(eps*4294967296.0);
 for(int r=0;r<10;r++)for(int k=0;k<4;k++)VAL[r*4+k]=PRIM[r]+(r==6?8:0)+(k==0?10:0)+(r==6&&k==0?100:0);
 int deck[40];for(int i=0;i<40;i++)deck[i]=i;u64 cap[64];long tot=0;clock_t t0=clock();
 for(int g=0;g<N;g++){for(int i=39;i>0;i--){int j=rn(i+1);int t=deck[i];deck[i]=deck[j];deck[j]=t;}
  u64 h[4];for(int p=0;p<4;p++){h[p]=0;for(int k=0;k<10;k++)h[p]|=1ULL<<deck[p*10+k];}
  u64 tb=0,m[2]={0,0};int last=-1,diff=0;
  for(int ply=0;ply<40;ply++){int p=ply&3,c;u64 cm=0;
   if((rnd()>>32)<limit){u64 x=h[p];int k=rn(P(x));while(k--)x&=x-1;c=Z(x);int n=captures(tb,c>>2,cap);if(n)cm=cap[rn(n)];}
   else c=greedy(h[p],tb,DECK&~(h[p]|tb|m[0]|m[1]),ply==39,cap,&cm);
   u64 b=1ULL<<c;h[p]&=~b;
   if(!cm)tb|=b;else{tb&=~cm;m[p&1]|=cm|b;last=p&1;if(!tb&&ply<39)diff+=p&1?-1:1;}}
  m[last==0?0:1]|=tb;
  tot+=diff+SG(P(m[0]),P(m[1]))+SG(P(m[0]&DEN),P(m[1]&DEN))+((m[0]>>24&1)?1:-1)+SG(prim(m[0]),prim(m[1]));}
 double dt=(double)(clock()-t0)/CLOCKS_PER_SEC;printf("C: mean %.4f %.0f games/s\n",(double)tot/N,N/dt);}
